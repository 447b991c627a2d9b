module waxwing.example/sealer

go 1.24
