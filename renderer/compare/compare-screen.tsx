export function CompareScreen() {
  return null;
}
