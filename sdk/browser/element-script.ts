/** The script tag form of the custom element; defines `window.svc` too. */
import { installSvc } from './install.ts'
import { defineElement } from './wrappers/element.ts'

installSvc()
defineElement()
