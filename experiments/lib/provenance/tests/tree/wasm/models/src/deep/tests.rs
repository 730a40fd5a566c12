tests here
