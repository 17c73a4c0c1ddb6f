const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** Bits of a single-precision number, of which its exponent and its mantissa. */
const SIGN = 0x8000_0000;
const EXPONENT_BITS = 23;
/** 2⁻²⁴, the smallest positive half. */
const SMALLEST_HALF = 2 ** -24;
/** Halves below are subnormal: multiples of {@link SMALLEST_HALF}. */
const SMALLEST_NORMAL_HALF = 2 ** -14;
/** From here on rounding to nearest gives infinity. */
const FIRST_INFINITE = 65_520;
const INFINITE_HALF = 0x7c00;

/**
 * The bits of a number in half precision (IEEE 754 binary16), rounded to nearest, ties to even, as ggml stores scales.
 * @param value finite, in single precision
 */
export function toHalf(value: number): number {
  single[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word & SIGN) >>> 16;
  const size = Math.abs(single[0] ?? 0);
  if (size >= FIRST_INFINITE) return sign | INFINITE_HALF;
  if (size < SMALLEST_NORMAL_HALF) return sign | roundToEven(size / SMALLEST_HALF);
  // The exponents are biased by 127 and 15; a mantissa that rounds up carries into the exponent, as it should.
  const exponent = ((word >>> EXPONENT_BITS) & 0xff) - 127 + 15;
  const mantissa = roundToEven((word & 0x7f_ffff) / 2 ** 13);
  return sign | ((exponent << 10) + mantissa);
}

/** The number that the bits of a half stand for. */
export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0) return sign * mantissa * SMALLEST_HALF;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + mantissa) * 2 ** (exponent - 25);
}

/** Exact for numbers below 2³². */
function roundToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}
