vector<vector<int>> easy = {{1,2,3},{4,0,5},{7,8,6}};
vector<vector<int>> goal = {{1,2,3},{8,0,4},{7,6,5}};
vector<vector<int>> other_goal = {{0,1,2},{3,4,5},{6,7,8}};
