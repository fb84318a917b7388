# Writes base.json: what base R says of fixed inputs. Run: Rscript base.R > base.json
# The tests compare PerfMatrix.Statistics with the stored file, and this script with the stored file when Rscript is installed.
options(warn = 2)
set.seed(20260901)
number <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse = ","), "]")
object <- function(...) { a <- list(...); paste0("{", paste(sprintf('"%s":%s', names(a), vapply(a, number, "")), collapse = ","), "}") }
section <- function(name, rows) sprintf('"%s":[\n%s\n]', name, paste(rows, collapse = ",\n"))

signed_rank <- function(x, null, confidence) {
  test <- function(side) suppressWarnings(wilcox.test(x, mu = null, alternative = side, exact = length(x) <= 60, conf.int = TRUE, conf.level = confidence))
  both <- test("two.sided")
  object(x = x, nullEffect = null, confidence = confidence, statistic = both$statistic, greater = test("greater")$p.value, less = test("less")$p.value,
         twoSided = both$p.value, estimate = both$estimate, low = both$conf.int[1], high = both$conf.int[2], exact = as.integer(length(x) <= 60))
}
signed_rank_rows <- unlist(lapply(c(6:20, 25, 30, 40, 50, 60, 61, 80), function(n) {
  x <- round(rnorm(n, 0.01, 0.03), 6)
  c(signed_rank(x, 0, 0.95), signed_rank(x, log(1.01), if (n >= 8) 0.99 else 0.90))
}))

two_sample <- function(x, y) {
  p <- function(side) wilcox.test(x, y, alternative = side, exact = TRUE)
  object(x = x, y = y, u = p("two.sided")$statistic, greater = p("greater")$p.value, less = p("less")$p.value, twoSided = p("two.sided")$p.value)
}
two_sample_rows <- vapply(list(c(3, 3), c(4, 7), c(6, 6), c(10, 9), c(18, 18), c(30, 30), c(1, 20)), function(n)
  two_sample(round(rnorm(n[1], 0.5), 6), round(rnorm(n[2]), 6)), "")

adjust_rows <- vapply(c(1, 2, 5, 20, 60), function(n) {
  p <- round(c(runif(ceiling(n / 2)), runif(floor(n / 2))^4), 6)
  object(p = p, adjusted = p.adjust(p, method = "BH"))
}, "")

# prop.test without correction is Wilson's interval.
wilson_rows <- apply(rbind(c(0, 2000, 0.95), c(1, 2000, 0.95), c(17, 20, 0.95), c(20, 20, 0.95), c(500, 1000, 0.99)), 1, function(r) {
  interval <- suppressWarnings(prop.test(r[1], r[2], conf.level = r[3], correct = FALSE))$conf.int
  object(successes = r[1], trials = r[2], confidence = r[3], low = interval[1], high = interval[2])
})

spread_rows <- vapply(c(2, 5, 6, 31), function(n) {
  x <- round(rt(n, 3), 6)
  object(x = x, sd = sd(x), robust = mad(x))
}, "")

normal_rows <- vapply(c(-12, -4, -1.5, 0, 0.3, 2, 2.999, 3, 3.001, 5, 9, 30), function(x) object(x = x, upper = pnorm(x, lower.tail = FALSE)), "")
quantile_rows <- vapply(c(1e-9, 0.0005, 0.025, 0.3, 0.5, 0.9, 0.975, 0.99999), function(p) object(p = p, z = qnorm(p)), "")

cat("{\n", paste(c(sprintf('"tool":"%s"', R.version.string), section("signedRank", signed_rank_rows), section("mannWhitney", two_sample_rows),
  section("benjaminiHochberg", adjust_rows), section("wilson", wilson_rows), section("spread", spread_rows), section("normal", normal_rows),
  section("quantile", quantile_rows)), collapse = ",\n"), "\n}\n", sep = "")
