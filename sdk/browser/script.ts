/** The script tag form: defines `window.svc` on load. */
import { installSvc } from './install.ts'

installSvc()
