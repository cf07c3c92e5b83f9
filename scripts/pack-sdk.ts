/** Writes the npm package of the browser SDK into dist/sdk/browser. */
import { packSdk } from './sdk.ts'

await packSdk()
