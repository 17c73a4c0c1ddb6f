export function TrustScreen() {
  return null;
}
