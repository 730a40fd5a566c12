module measured

go 1.19
