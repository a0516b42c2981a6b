// IDA* with the Manhattan distance in the plain protocol: a line of tiles, and a line of moves.
//
// The goal has its tiles in order and the blank, 0, last. The letters say where the blank goes:
// up, left, right or down. Counters may follow: those that optile
// knows, such as expanded, and others with any name, such as max-depth=31.
// Compile it with: javac -d . plain.java

import java.util.Arrays;
import java.util.Scanner;

class Solver {
    int width, height;
    int[] board, home;
    long expanded;
    StringBuilder path = new StringBuilder();
    static final char[] LETTERS = {'u', 'l', 'r', 'd'};

    int distance(int tile, int cell) {
        return Math.abs(cell / width - home[tile] / width) + Math.abs(cell % width - home[tile] % width);
    }

    int blank() {
        int cell = 0;
        while (board[cell] != 0) cell++;
        return cell;
    }

    /** Each move swaps the blank with a tile, so the parity of the permutation must equal the
     *  parity of the blank's distance from its goal cell. */
    boolean isSolvable() {
        int inversions = 0;
        for (int a = 0; a < board.length; a++)
            for (int b = a + 1; b < board.length; b++)
                if (home[board[a]] > home[board[b]]) inversions++;
        return inversions % 2 == distance(0, blank()) % 2;
    }

    void solve() {
        int h = 0;
        for (int cell = 0; cell < board.length; cell++)
            if (board[cell] != 0) h += distance(board[cell], cell);
        for (int threshold = h; ; threshold += 2) {
            if (visit(blank(), -1, h, threshold)) return;
        }
    }

    /** Whether there is a path of `rest` moves. A move and its inverse add up to 3. */
    boolean visit(int from, int last, int h, int rest) {
        if (h == 0) return true;
        expanded++;
        int[] steps = {-width, -1, 1, width};
        boolean[] possible = {from >= width, from % width > 0, from % width + 1 < width,
                from / width + 1 < height};
        for (int move = 0; move < 4; move++) {
            if (!possible[move] || move + last == 3) continue;
            int to = from + steps[move], tile = board[to];
            int toH = h - distance(tile, to) + distance(tile, from);
            if (toH >= rest) continue;
            board[from] = tile;
            board[to] = 0;
            path.append(LETTERS[move]);
            if (visit(to, move, toH, rest - 1)) return true;
            path.setLength(path.length() - 1);
            board[to] = tile;
            board[from] = 0;
        }
        return false;
    }

    Solver(String line) {
        board = Arrays.stream(line.trim().split(" +")).mapToInt(Integer::parseInt).toArray();
        width = height = (int) Math.round(Math.sqrt(board.length));
        home = new int[board.length];
        for (int tile = 0; tile < home.length; tile++)
            home[tile] = (tile + home.length - 1) % home.length;
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            Solver solver = new Solver(input.nextLine());
            if (solver.isSolvable()) {
                solver.solve();
                System.out.println(solver.path + " expanded=" + solver.expanded);
            } else {
                System.out.println("unsolvable");
            }
            System.out.flush();
        }
    }
}
