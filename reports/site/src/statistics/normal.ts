const tailStart = 3;

/** P(Z >= x) of the standard normal distribution: Marsaglia's series around 0, Laplace's continued fraction in the tail. */
export function normalUpper(x: number): number {
  if (x < 0) return 1 - normalUpper(-x);
  return x < tailStart ? 0.5 - central(x) : tail(x);
}

/** The x with P(Z <= x) = probability, found by bisection to the last bit. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let low = 0;
  let high = 40;
  for (let middle = 20; low < middle && middle < high; middle = (low + high) / 2) {
    if (normalUpper(middle) > probability) low = middle;
    else high = middle;
  }
  return -high;
}

const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

function central(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return density(x) * sum;
}

function tail(x: number): number {
  let fraction = x;
  for (let k = 120; k > 0; k--) fraction = x + k / fraction;
  return density(x) / fraction;
}
