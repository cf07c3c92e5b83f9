/** Runs of a property or rounds of a random test: as many as given in `npm test`, and `SVC_TEST_RUNS` wherever that is set. */
export function runs(count: number): number {
  return Number(process.env['SVC_TEST_RUNS'] ?? count)
}
