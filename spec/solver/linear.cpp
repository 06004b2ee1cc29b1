#include "spec/solver/linear.h"

#include <algorithm>

namespace strideproof::solver {
namespace {

constexpr size_t most_orders = 40;  // at a time

z3::expr sum(const std::vector<z3::expr>& terms) {
  z3::expr all = terms.front();
  for (size_t i = 1; i < terms.size(); ++i) all = all + terms[i];
  return all;
}

bool is(const z3::expr& term, Z3_decl_kind kind) {
  return term.is_app() && term.decl().decl_kind() == kind;
}

}  // namespace

z3::expr Linear::of(const z3::expr& term) {
  const auto found = linear_.find(term.id());
  if (found != linear_.end()) return found->second.second;
  z3::expr result = term;
  if (term.is_app() && term.num_args() > 0) {
    z3::expr_vector arguments(z3_);
    for (unsigned i = 0; i < term.num_args(); ++i) arguments.push_back(of(term.arg(i)));
    if (is(term, Z3_OP_MUL)) {
      result = arguments[0];
      for (unsigned i = 1; i < arguments.size(); ++i)
        result = product(result, arguments[static_cast<int>(i)]);
    } else if ((is(term, Z3_OP_IDIV) || is(term, Z3_OP_MOD)) && !arguments[1].is_numeral()) {
      const z3::expr q = quotient(arguments[0], arguments[1]);
      result = is(term, Z3_OP_IDIV) ? q : arguments[0] - product(q, arguments[1]);
    } else {
      result = term.decl()(arguments);
    }
  }
  linear_.emplace(term.id(), std::pair{term, result});
  return result;
}

std::vector<z3::expr> Linear::factors(const z3::expr& term) const {
  const auto found = of_value_.find(term.id());
  return found == of_value_.end() ? std::vector{term} : named_[found->second].factors;
}

// Sums, differences and choices are multiplied out.
z3::expr Linear::product(const z3::expr& a, const z3::expr& b) {
  if (a.is_numeral() || b.is_numeral()) return (a * b).simplify();
  const std::pair key{std::min(a.id(), b.id()), std::max(a.id(), b.id())};
  if (const auto found = products_.find(key); found != products_.end()) return found->second;
  const auto spread = [&](const z3::expr& x, const z3::expr& y) -> z3::expr {
    std::vector<z3::expr> parts;
    if (is(x, Z3_OP_ITE)) return z3::ite(x.arg(0), product(x.arg(1), y), product(x.arg(2), y));
    for (unsigned i = 0; i < x.num_args(); ++i)
      parts.push_back(is(x, Z3_OP_MUL) && i == 0 ? x.arg(i) : product(x.arg(i), y));
    if (is(x, Z3_OP_ADD)) return sum(parts);
    if (is(x, Z3_OP_UMINUS)) return -parts[0];
    if (is(x, Z3_OP_SUB)) {
      z3::expr all = parts[0];
      for (size_t i = 1; i < parts.size(); ++i) all = all - parts[i];
      return all;
    }
    return parts[0] * parts[1];
  };
  const auto spreads = [](const z3::expr& x) {
    return is(x, Z3_OP_ITE) || is(x, Z3_OP_ADD) || is(x, Z3_OP_SUB) || is(x, Z3_OP_UMINUS) ||
           (is(x, Z3_OP_MUL) && x.num_args() == 2 && x.arg(0).is_numeral());
  };
  z3::expr result(z3_);
  if (spreads(a)) {
    result = spread(a, b);
  } else if (spreads(b)) {
    result = spread(b, a);
  } else {
    std::vector<z3::expr> all = factors(a);
    for (const z3::expr& factor : factors(b)) all.push_back(factor);
    result = monomial(std::move(all));
  }
  kept_.insert(kept_.end(), {a, b});
  products_.emplace(key, result);
  return result;
}

z3::expr Linear::fresh(const char* prefix) {
  return z3_.int_const((prefix + std::to_string(named_.size())).c_str());
}

z3::expr Linear::monomial(std::vector<z3::expr> all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const z3::expr& a, const z3::expr& b) { return a.id() < b.id(); });
  if (all.size() == 1) return all[0];
  std::vector<unsigned> ids;
  for (const z3::expr& factor : all) ids.push_back(factor.id());
  if (const auto found = known_.find(ids); found != known_.end())
    return named_[found->second].value;
  std::vector<std::pair<z3::expr, z3::expr>> splits;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && ids[i] == ids[i - 1]) continue;
    std::vector<z3::expr> rest = all;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    splits.emplace_back(all[i], monomial(std::move(rest)));
    if (all.size() == 2) break;
  }
  const z3::expr p = fresh("product!");
  std::vector<z3::expr> statements;
  for (const auto& [x, y] : splits)
    for (const z3::expr& statement : {z3::implies(x == 0, p == 0), z3::implies(y == 0, p == 0),
                                      z3::implies(x == 1, p == y), z3::implies(y == 1, p == x),
                                      // (x - 1)*(y - 1) >= 0, and so on with the other signs.
                                      z3::implies(x >= 1 && y >= 1, p >= x + y - 1),
                                      z3::implies(x >= 2 && y >= 2, p >= 2 * x + 2 * y - 4),
                                      z3::implies(x >= 1 && y <= -1, p <= y - x + 1),
                                      z3::implies(x <= -1 && y >= 1, p <= x - y + 1),
                                      z3::implies(x <= -1 && y <= -1, p >= -1 - x - y)})
      statements.push_back(statement);
  known_.emplace(std::move(ids), named_.size());
  of_value_.emplace(p.id(), named_.size());
  named_.push_back({p, std::move(all), std::move(splits), std::move(statements)});
  return p;
}

// Stated of divisors of 1 and more.
z3::expr Linear::quotient(const z3::expr& a, const z3::expr& b) {
  const std::pair key{a.id(), b.id()};
  if (const auto found = quotients_.find(key); found != quotients_.end())
    return named_[found->second].value;
  const z3::expr q = fresh("quotient!");
  const size_t index = named_.size();
  quotients_.emplace(key, index);
  of_value_.emplace(q.id(), index);
  kept_.insert(kept_.end(), {a, b});
  named_.push_back({q, {q}, {}, {}});
  const z3::expr whole = product(q, b);
  named_[index].statements = {z3::implies(b >= 1, whole <= a && a < whole + b)};
  return q;
}

const std::set<size_t>& Linear::within(const z3::expr& term) {
  if (const auto found = within_.find(term.id()); found != within_.end()) return found->second;
  std::set<size_t> all;
  within_.emplace(term.id(), all);  // a quotient is in its own statement
  kept_.push_back(term);
  const auto add = [&](const z3::expr& part) {
    const std::set<size_t>& inner = within(part);
    all.insert(inner.begin(), inner.end());
  };
  if (const auto at = of_value_.find(term.id()); at != of_value_.end()) {
    all.insert(at->second);
    for (const z3::expr& statement : named_[at->second].statements) add(statement);
  }
  for (unsigned i = 0; term.is_app() && i < term.num_args(); ++i) add(term.arg(i));
  return within_[term.id()] = std::move(all);
}

std::vector<z3::expr> Linear::basics(const z3::expr& linear, std::set<size_t>& known) {
  std::vector<z3::expr> all;
  for (const size_t index : within(linear))
    if (known.insert(index).second)
      all.insert(all.end(), named_[index].statements.begin(), named_[index].statements.end());
  return all;
}

std::vector<z3::expr> Linear::corrections(const z3::model& model, const std::set<size_t>& known) {
  const auto value = [&](const z3::expr& term) { return model.eval(term, true); };
  std::vector<z3::expr> all;
  struct Product {
    z3::expr p, x, y;
    int64_t product, left, right;
  };
  std::vector<Product> seen;
  for (const size_t index : known)
    for (const auto& [x, y] : named_[index].splits) {
      const z3::expr& p = named_[index].value;
      const z3::expr a = value(x), b = value(y), right = (a * b).simplify(), said = value(p);
      int64_t left_value, right_value, product_value;
      if (a.is_numeral_i64(left_value) && b.is_numeral_i64(right_value) &&
          said.is_numeral_i64(product_value) && left_value >= 0 && right_value >= 0) {
        seen.push_back({p, x, y, product_value, left_value, right_value});
        seen.push_back({p, y, x, product_value, right_value, left_value});
      }
      if (z3::eq(right, said)) continue;
      // (x - a)*(y - b) has the sign that its factors say.
      const z3::expr plane = b * x + a * y - right;
      for (const z3::expr& statement :
           {z3::implies(x == a, p == a * y), z3::implies(y == b, p == b * x),
            z3::implies((x >= a && y >= b) || (x <= a && y <= b), p >= plane),
            z3::implies((x >= a && y <= b) || (x <= a && y >= b), p <= plane)})
        all.push_back(statement);
    }
  // A product is no larger than one of factors that are no smaller.
  size_t orders = 0;
  for (const Product& a : seen)
    for (const Product& b : seen) {
      if (a.left > b.left || a.right > b.right || orders == most_orders) continue;
      const bool shared = z3::eq(a.y, b.y), more = shared && a.left < b.left;
      if (more ? a.product + a.right <= b.product : a.product <= b.product) continue;
      if (more)
        all.push_back(z3::implies(0 <= a.x && a.x < b.x && 0 <= a.y, a.p + a.y <= b.p));
      else
        all.push_back(z3::implies(0 <= a.x && a.x <= b.x && 0 <= a.y && a.y <= b.y, a.p <= b.p));
      ++orders;
    }
  return all;
}

std::vector<z3::expr> Linear::pins(const z3::model& model, const std::set<size_t>& known) {
  const auto value = [&](const z3::expr& term) { return model.eval(term, true); };
  std::map<unsigned, z3::expr> pinned;
  for (const size_t index : known) {
    if (named_[index].splits.empty()) continue;
    const auto& [x, y] = named_[index].splits.front();
    if (z3::eq((value(x) * value(y)).simplify(), value(named_[index].value))) continue;
    std::vector<std::pair<int64_t, z3::expr>> factors;
    for (const z3::expr& factor : named_[index].factors)
      factors.emplace_back(std::abs(value(factor).get_numeral_int64()), factor);
    std::stable_sort(factors.begin(), factors.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i + 1 < factors.size(); ++i)
      pinned.emplace(factors[i].second.id(), factors[i].second == value(factors[i].second));
  }
  std::vector<z3::expr> all;
  for (const auto& [_, pin] : pinned) all.push_back(pin);
  return all;
}

}  // namespace strideproof::solver
