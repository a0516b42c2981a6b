// IDA* with the Manhattan distance in the plain protocol: a line of tiles, and a line of moves.
//
// The goal has its tiles in order and the blank, 0, last. The letters say where the blank goes:
// up, left, right or down. Counters may follow: those that optile
// knows, such as expanded, and others with any name, such as max-depth=31.
// Compile it with: c++ -O2 -std=c++17 -o plain plain.cpp

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct Search {
    int width;
    std::vector<int> board;
    uint64_t expanded = 0;
    std::string path;

    explicit Search(const std::string& line) {
        std::istringstream words(line);
        for (int tile; words >> tile;) board.push_back(tile);
        width = static_cast<int>(std::lround(std::sqrt(board.size())));
    }

    int distance(int tile, int cell) const {
        const int home = tile - 1;
        return std::abs(cell / width - home / width) + std::abs(cell % width - home % width);
    }

    int blank() const {
        int cell = 0;
        while (board[cell] != 0) ++cell;
        return cell;
    }

    // Each move swaps the blank with a tile, so the parity of the permutation must equal the
    // parity of the blank's distance from the last cell.
    bool is_solvable() const {
        const int cells = static_cast<int>(board.size());
        auto order = [&](int cell) { return board[cell] == 0 ? cells : board[cell]; };
        int inversions = 0;
        for (int a = 0; a < cells; ++a)
            for (int b = a + 1; b < cells; ++b) inversions += order(a) > order(b);
        return inversions % 2 == (blank() / width + blank() % width) % 2;
    }

    void solve() {
        int h = 0;
        for (int cell = 0; cell < static_cast<int>(board.size()); ++cell)
            if (board[cell] != 0) h += distance(board[cell], cell);
        for (int threshold = h; !visit(blank(), -1, h, threshold);) threshold += 2;
    }

    // Whether there is a path of `rest` moves. A move and its inverse add up to 3.
    bool visit(int from, int last, int h, int rest) {
        static const char letters[] = {'u', 'l', 'r', 'd'};
        if (h == 0) return true;
        ++expanded;
        const int steps[] = {-width, -1, 1, width};
        const bool possible[] = {from >= width, from % width > 0, from % width + 1 < width,
                                 from / width + 1 < width};
        for (int move = 0; move < 4; ++move) {
            if (!possible[move] || move + last == 3) continue;
            const int to = from + steps[move], tile = board[to];
            const int to_h = h - distance(tile, to) + distance(tile, from);
            if (to_h >= rest) continue;
            std::swap(board[from], board[to]);
            path.push_back(letters[move]);
            if (visit(to, move, to_h, rest - 1)) return true;
            path.pop_back();
            std::swap(board[from], board[to]);
        }
        return false;
    }
};

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        Search search(line);
        if (search.is_solvable()) {
            search.solve();
            std::cout << search.path << " expanded=" << search.expanded << std::endl;
        } else {
            std::cout << "unsolvable" << std::endl;
        }
    }
}
