#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conform/base/text.h"
#include "conform/report/report.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

constexpr int64_t guard = 8;        // bytes shown on either side of what is touched
constexpr int64_t max_cells = 128;  // of a row
constexpr int cell_height = 18, row_pitch = 26, label_width = 210, picture_width = 1000;

// A bounding range is cut into stretches of at most max_cells bytes; of a long one only the
// beginning, the end and the surroundings of the wrong byte are shown.
void append_bounding_range(std::vector<spec::OperandRange>& rows,
                           const spec::OperandRange& bounding,
                           const std::optional<Difference>& difference) {
  const int64_t first = std::max<int64_t>(0, bounding.first - guard);
  const int64_t end = bounding.first + bounding.size + guard;
  const int64_t last = (end - first - 1) / max_cells;
  std::set<int64_t> shown = {0, last};
  for (int64_t piece = 1; last < 4 && piece < last; ++piece) shown.insert(piece);
  if (difference &&
      lies_in(spec::OperandRange{bounding.space, bounding.lane, first, end - first, 0},
              *difference))
    shown.insert((difference->offset - first) / max_cells);
  for (const int64_t piece : shown) {
    const int64_t from = first + piece * max_cells;
    rows.push_back(
        {bounding.space, bounding.lane, from, std::min(max_cells, end - from), bounding.operand});
  }
}

// Keeps the rows of the wrong byte, then as many others as fit.
std::vector<spec::OperandRange> choose(const Case& c, const std::optional<Difference>& difference,
                                       size_t& left_out) {
  std::vector<spec::OperandRange> all;
  for (const spec::OperandRange& bounding : spec::bounding_ranges(c))
    if (bounding.size > 0) append_bounding_range(all, bounding, difference);
  const auto wrong = [&](const spec::OperandRange& s) {
    return difference && lies_in(s, *difference);
  };
  if (difference && std::ranges::none_of(all, wrong)) {
    const int64_t first = std::max<int64_t>(0, difference->offset - 4 * guard);
    all.push_back(
        {difference->space, difference->lane, first, difference->offset + 4 * guard - first, 0});
  }
  auto room = max_rows - std::ranges::count_if(all, wrong);
  left_out =
      std::erase_if(all, [&](const spec::OperandRange& s) { return !wrong(s) && room-- <= 0; });
  return all;
}

std::string place(const spec::OperandRange& s) {
  if (s.space == Space::local)
    return fmt::format("{} lane {} + {:#x}", operand_name(s.operand), s.lane, s.first);
  return fmt::format("{} {} {:#x}", operand_name(s.operand), name(s.space), s.first);
}

void draw_row(std::string& out, const spec::OperandRange& s, int y,
              const std::vector<spec::OperandRange>& footprint, int64_t element_bytes,
              const std::optional<Difference>& difference) {
  const double width = static_cast<double>(picture_width - label_width - 10) / max_cells;
  const auto x = [&](int64_t offset) {
    return label_width + width * static_cast<double>(offset - s.first);
  };
  out += fmt::format(
      "<text x=\"4\" y=\"{}\">{}</text><rect class=\"gap\" x=\"{:.1f}\" y=\"{}\" "
      "width=\"{:.1f}\" height=\"{}\"/>\n",
      y + 13, escape(place(s)), x(s.first), y, x(s.first + s.size) - x(s.first), cell_height);
  std::set<int64_t> drawn;  // an element may lie in several runs: a stride of 0 reads it again
  for (const spec::OperandRange& run : footprint) {
    if (run.space != s.space || run.lane != s.lane || run.operand != s.operand) continue;
    const int64_t from = std::max(run.first, s.first);
    const int64_t to = std::min(run.first + run.size, s.first + s.size);
    // One rectangle an element, so that their borders show.
    for (int64_t at = from; at < to;) {
      const int64_t next = std::min(to, at + element_bytes - (at - run.first) % element_bytes);
      if (drawn.insert(at).second)
        out += fmt::format(
            "<rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\">"
            "<title>{:#x}</title></rect>\n",
            operand_name(s.operand), x(at), y, x(next) - x(at), cell_height, at);
      at = next;
    }
  }
  if (difference && lies_in(s, *difference))
    out += fmt::format(
        "<rect class=\"wrong\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" "
        "height=\"{}\"><title>{:#x}: expected {:#04x}, found {:#04x}</title></rect>\n",
        x(difference->offset) - 1, y - 2, width + 2, cell_height + 4, difference->offset,
        difference->expected, difference->found);
}

constexpr std::string_view picture_style =
    "<style>text{font:12px monospace;fill:#24292f}.gap{fill:#eceff2}.dst{fill:#7db3e8;"
    "stroke:#fff;stroke-width:.6}.src{fill:#8fd19e;stroke:#fff;stroke-width:.6}.src1{fill:#d9c06a;"
    "stroke:#fff;stroke-width:.6}.wrong{fill:#d1242f;stroke:#82071e;stroke-width:1.5}</style>";

std::string legend(const std::optional<Difference>& difference) {
  std::string text =
      "blue: dst, written; green: first source; yellow: second source or mask; grey: no element";
  if (difference)
    text += fmt::format("; red: {:#x}, expected {:#04x}, found {:#04x}", difference->offset,
                        difference->expected, difference->found);
  return text;
}

}  // namespace

std::string picture(const Case& c, const std::optional<Difference>& difference) {
  size_t left_out = 0;
  const std::vector<spec::OperandRange> rows = choose(c, difference, left_out);
  const bool exact = spec::evaluate(c).legal() && spec::cost(c) <= spec::footprint_budget;
  const std::vector<spec::OperandRange> footprint =
      exact ? spec::footprint(c) : spec::bounding_ranges(c);
  const int64_t element_bytes = std::max<int64_t>(1, c.operation->element_bytes);
  const int height = 40 + row_pitch * static_cast<int>(rows.size() + (left_out > 0 ? 1 : 0));
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" "
      "role=\"img\">{}\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
      "<text x=\"4\" y=\"16\">{}</text>\n",
      picture_width, height, picture_width, picture_style, escape(legend(difference)));
  int y = 30;
  for (const spec::OperandRange& s : rows) {
    draw_row(out, s, y, footprint, element_bytes, difference);
    y += row_pitch;
  }
  if (left_out > 0)
    out += fmt::format("<text x=\"4\" y=\"{}\">... and {} more rows</text>\n", y + 13, left_out);
  return out + "</svg>\n";
}

}  // namespace strideproof
