module github.com/llad-ad/llad

go 1.24
