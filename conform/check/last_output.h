#pragma once
// The last output of a process that ended: its log tells why, if a line of it does.

#include <string>
#include <string_view>

namespace strideproof {

// Lines at the end of a log, joined by " | ": the summary of a sanitizer; or the last message of a
// failed assertion and the line after it, or of an exception and the lines before it, which have the
// innermost frame or the type; or else the last lines. The place of a crash stands after such a
// message, and before other lines.
std::string last_output_of(const std::string& log);

// True if the first line is a failed assertion, with the number of a line of source.
bool is_assertion(std::string_view last_output);

// The message, the function of a crash, or the message and the frame of an exception of Python, without
// what differs from case to case: numbers, but for those of lines. Empty: the last lines are no message.
std::string message_of(const std::string& last_output);
// The last line without its numbers.
std::string last_line_of(const std::string& last_output);

}  // namespace strideproof
