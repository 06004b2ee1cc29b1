#pragma once
// The last output of a process that ended, which may say why it ended.

#include <string>
#include <string_view>

namespace strideproof {

// Lines of a log, joined by " | ". The first of these that the log has:
// - the summary of a sanitizer,
// - the last message of a failed assertion, and the line after the message,
// - the last message of an exception, and the lines before, with the innermost frame or the type,
// - the last lines.
// The place of a crash is added after a message, or before the last lines.
std::string last_output_of(const std::string& log);

// True if the first line is a failed assertion, with the number of a line of source.
bool is_assertion(std::string_view last_output);

// The message, the function of a crash, or the message and the frame of a Python exception, without
// numbers other than line numbers. Empty if the last lines are no message.
std::string message_of(const std::string& last_output);
// The last line without its numbers.
std::string last_line_of(const std::string& last_output);

}  // namespace strideproof
