public class Declared {
    static final int[][] initialState = {{1, 2, 3}, {4, 5, 6}, {0, 7, 8}};
    static final int[][] GOAL_STATE = new int[][] {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
}
