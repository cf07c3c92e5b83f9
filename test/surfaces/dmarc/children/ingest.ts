/** Counts one large report in the store of a directory, and prints a line with every turn of its event loop. */
import { openBlobs } from '../../../../src/platform/blobs/index.ts'
import { openStore } from '../../../../src/platform/storage/index.ts'
import { ingestFile } from '../../../../src/surfaces/dmarc/reports/index.ts'
import { readHere } from '../read-here.ts'

const [dataDir = '', projectId = '', file = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, exclusive: true })
const turns = setInterval(() => process.stdout.write('.\n'), 1)
const [result] = await ingestFile(
  {
    store,
    blobs: openBlobs(`${dataDir}/blobs`),
    hash: (text) => Bun.SHA256.hash(text, 'hex'),
    readReports: readHere,
  },
  { projectId, via: 'upload', work: { partition: { kind: 'background', projectId } } },
  { bytes: await Bun.file(file).bytes() },
)
clearInterval(turns)
process.stdout.write(`${result?.status}\n`)
await store.close()
