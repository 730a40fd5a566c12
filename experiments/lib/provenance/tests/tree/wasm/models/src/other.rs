not named
