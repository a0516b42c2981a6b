vector<vector<int>> easy = {{1,0,2},{3,4,5},{6,7,8}};
vector<vector<int>> hard = {{1,2,3},{4,0,5},{7,8,6}};
vector<vector<int>> goal = {{0,1,2},{3,4,5},{6,7,8}};
