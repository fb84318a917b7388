# Writes coin.json: exact tests with ties and zeros, which base R has not, by the package coin (Hothorn, Hornik, van de Wiel, Zeileis 2008,
# "Implementing a class of permutation tests", J. Stat. Software 28(8)). Run: Rscript coin.R > coin.json
suppressPackageStartupMessages(library(coin))
set.seed(20260902)
number <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse = ","), "]")
object <- function(...) { a <- list(...); paste0("{", paste(sprintf('"%s":%s', names(a), vapply(a, number, "")), collapse = ","), "}") }
section <- function(name, rows) sprintf('"%s":[\n%s\n]', name, paste(rows, collapse = ",\n"))

# Small integers: many ties, some zeros.
pratt_rows <- vapply(rep(c(5, 6, 8, 12, 18, 24, 30), each = 3), function(n) {
  x <- sample(-3:5, n, replace = TRUE); y <- rep(0, n)
  p <- function(side) as.numeric(pvalue(wilcoxsign_test(x ~ y, distribution = "exact", zero.method = "Pratt", alternative = side)))
  object(x = x, greater = p("greater"), less = p("less"), twoSided = p("two.sided"))
}, "")

two_sample_rows <- vapply(list(c(4, 5), c(6, 6), c(9, 12), c(18, 18)), function(n) {
  x <- sample(0:6, n[1], replace = TRUE); y <- sample(0:5, n[2], replace = TRUE)
  group <- factor(rep(c("x", "y"), n), levels = c("x", "y"))
  p <- function(side) as.numeric(pvalue(wilcox_test(c(x, y) ~ group, distribution = "exact", alternative = side)))
  object(x = x, y = y, greater = p("greater"), less = p("less"))
}, "")

cat("{\n", paste(c(sprintf('"tool":"%s, coin %s"', R.version.string, packageVersion("coin")), section("pratt", pratt_rows),
  section("mannWhitney", two_sample_rows)), collapse = ",\n"), "\n}\n", sep = "")
