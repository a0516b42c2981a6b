// IDA* with the Manhattan distance, as a program that optile can run.
//
// It shows the whole protocol of docs/external.md: print a greeting, then answer each
// line with one line. The search is that of Korf, "Depth-First Iterative-Deepening"
// (1985). Compile it with: c++ -O2 -std=c++17 -o idastar idastar.cpp

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using Clock = std::chrono::steady_clock;

// The text after a key of the request, which is one JSON object without nested objects.
static std::string after(const std::string& line, const std::string& key) {
    const size_t place = line.find("\"" + key + "\":");
    return place == std::string::npos ? "null" : line.substr(place + key.size() + 3);
}

static std::optional<uint64_t> number(const std::string& line, const std::string& key) {
    const std::string text = after(line, key);
    const size_t digit = text.find_first_not_of(' ');
    if (digit == std::string::npos || text[digit] < '0' || text[digit] > '9') return std::nullopt;
    return std::stoull(text.substr(digit));
}

static std::vector<int> tiles(const std::string& line, const std::string& key) {
    const std::string text = after(line, key);
    std::vector<int> all;
    for (size_t at = text.find('['); at < text.size() && text[at] != ']'; ++at)
        if (text[at] == '[' || text[at] == ',') all.push_back(std::atoi(text.c_str() + at + 1));
    return all;
}

struct Limit {
    const char* status;
};

struct Search {
    int width, height;
    std::vector<int> board, home;
    std::optional<uint64_t> node_limit;
    std::optional<Clock::time_point> deadline;
    uint64_t expanded = 0, generated = 0, iterations = 0;
    std::string path;

    explicit Search(const std::string& line)
        : width(static_cast<int>(*number(line, "width"))),
          height(static_cast<int>(*number(line, "height"))),
          board(tiles(line, "start")), home(board.size()), node_limit(number(line, "node_limit")) {
        const std::vector<int> goal = tiles(line, "goal");
        for (size_t cell = 0; cell < goal.size(); ++cell) home[goal[cell]] = static_cast<int>(cell);
        if (const auto limit = number(line, "time_limit_ns"))
            deadline = Clock::now() + std::chrono::nanoseconds(*limit);
    }

    int distance(int tile, int cell) const {
        return std::abs(cell / width - home[tile] / width) + std::abs(cell % width - home[tile] % width);
    }

    int blank() const {
        int cell = 0;
        while (board[cell] != 0) ++cell;
        return cell;
    }

    // Each move swaps the blank with a tile, so the parity of the permutation must equal
    // the parity of the blank's distance from its goal cell.
    bool is_solvable() const {
        int inversions = 0;
        for (size_t a = 0; a < board.size(); ++a)
            for (size_t b = a + 1; b < board.size(); ++b) inversions += home[board[a]] > home[board[b]];
        return inversions % 2 == distance(0, blank()) % 2;
    }

    void solve() {
        int h = 0;
        for (size_t cell = 0; cell < board.size(); ++cell)
            if (board[cell] != 0) h += distance(board[cell], static_cast<int>(cell));
        int threshold = h;
        while (++iterations, !visit(blank(), -1, 0, h, threshold)) threshold += 2;
    }

    // The moves are numbered so that a move and its inverse add up to 3.
    bool visit(int from, int last, int g, int h, int threshold) {
        static const char letters[] = {'u', 'l', 'r', 'd'};
        if (h == 0) return true;
        if (node_limit && expanded == *node_limit) throw Limit{"node-limit"};
        if (deadline && expanded % 1024 == 0 && Clock::now() > *deadline) throw Limit{"time-limit"};
        ++expanded;
        const int steps[] = {-width, -1, 1, width};
        const bool possible[] = {from >= width, from % width > 0, from % width + 1 < width,
                                 from / width + 1 < height};
        for (int move = 0; move < 4; ++move) {
            if (!possible[move] || move + last == 3) continue;
            ++generated;
            const int to = from + steps[move], tile = board[to];
            const int to_h = h - distance(tile, to) + distance(tile, from);
            if (g + 1 + to_h > threshold) continue;
            std::swap(board[from], board[to]);
            path.push_back(letters[move]);
            if (visit(to, move, g + 1, to_h, threshold)) return true;
            path.pop_back();
            std::swap(board[from], board[to]);
        }
        return false;
    }
};

int main() {
    std::cout << R"({"protocol":1,"program":"idastar.cpp 1"})" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        Search search(line);
        std::string result = R"("status":"unsolvable")";
        if (search.is_solvable()) {
            try {
                search.solve();
                result = R"("status":"solved","moves":")" + search.path + "\"";
            } catch (const Limit& limit) {
                result = std::string(R"("status":")") + limit.status + "\"";
            }
        }
        std::cout << "{\"id\":" << *number(line, "id") << ',' << result
                  << ",\"expanded\":" << search.expanded
                  << ",\"generated\":" << search.generated << ",\"layers\":" << search.iterations
                  << '}' << std::endl;
    }
}
