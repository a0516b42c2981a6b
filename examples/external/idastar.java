// IDA* with the Manhattan distance, as a program that optile can run.
//
// It shows the whole protocol of docs/external.md: print a greeting, then answer each
// line with one line. The search is that of Korf, "Depth-First Iterative-Deepening"
// (1985). Compile it with: javac -d . idastar.java

import java.util.Arrays;
import java.util.Scanner;

class Solver {
    /** A limit ended the search. The message is the status of the answer. */
    static class Limit extends RuntimeException {
        Limit(String status) {
            super(status);
        }
    }

    int width, height;
    int[] board, home;
    long nodeLimit, deadline, expanded, generated, iterations;
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
            iterations++;
            if (visit(blank(), -1, h, threshold)) return;
        }
    }

    /** Whether there is a path of `rest` moves. A move and its inverse add up to 3. */
    boolean visit(int from, int last, int h, int rest) {
        if (h == 0) return true;
        if (expanded == nodeLimit) throw new Limit("node-limit");
        if (expanded % 1024 == 0 && System.nanoTime() - deadline > 0) throw new Limit("time-limit");
        expanded++;
        int[] steps = {-width, -1, 1, width};
        boolean[] possible = {from >= width, from % width > 0, from % width + 1 < width,
                from / width + 1 < height};
        for (int move = 0; move < 4; move++) {
            if (!possible[move] || move + last == 3) continue;
            generated++;
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

    /** The text after a key of the request, which is one JSON object without nested objects. */
    static String after(String line, String key) {
        int place = line.indexOf("\"" + key + "\":");
        return place < 0 ? "null" : line.substring(place + key.length() + 3).trim();
    }

    /** A number of the request, or this one if there is none. */
    static long number(String line, String key, long other) {
        String text = after(line, key).split("[,}]")[0].trim();
        return text.equals("null") ? other : Long.parseLong(text);
    }

    static int[] tiles(String line, String key) {
        String list = after(line, key).substring(1).split("]")[0];
        return Arrays.stream(list.split(",")).mapToInt(tile -> Integer.parseInt(tile.trim())).toArray();
    }

    Solver(String line) {
        width = (int) number(line, "width", 0);
        height = (int) number(line, "height", 0);
        nodeLimit = number(line, "node_limit", Long.MAX_VALUE);
        deadline = System.nanoTime() + number(line, "time_limit_ns", Long.MAX_VALUE / 2);
        board = tiles(line, "start");
        home = new int[board.length];
        int[] goal = tiles(line, "goal");
        for (int cell = 0; cell < goal.length; cell++) home[goal[cell]] = cell;
    }

    String answer() {
        if (!isSolvable()) return "\"status\":\"unsolvable\"";
        try {
            solve();
            return "\"status\":\"solved\",\"moves\":\"" + path + "\"";
        } catch (Limit limit) {
            return "\"status\":\"" + limit.getMessage() + "\"";
        }
    }

    public static void main(String[] arguments) {
        System.out.println("{\"protocol\":1,\"program\":\"idastar.java 1\"}");
        System.out.flush();
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine();
            Solver solver = new Solver(line);
            String answer = solver.answer();
            System.out.println("{\"id\":" + number(line, "id", 0) + "," + answer
                    + ",\"expanded\":" + solver.expanded + ",\"generated\":" + solver.generated
                    + ",\"layers\":" + solver.iterations + "}");
            System.out.flush();
        }
    }
}
