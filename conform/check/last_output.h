#pragma once
// The last output of a process that ended, which may say why it ended.

#include <string>
#include <string_view>

namespace strideproof {

// Lines of a log, joined by " | ": the summary of a sanitizer; or else the last message, of a failed
// assertion (with the line after it) or of an exception (with the lines before it, which have the
// innermost frame or the type); or else the last lines.
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
