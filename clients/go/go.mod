module couloir

go 1.24
