import type { ComponentType } from 'preact'
import {
  accountIcon,
  blocksIcon,
  checksIcon,
  codeIcon,
  downloadIcon,
  globeIcon,
  homeIcon,
  libraryIcon,
  moduleIcon,
  releaseIcon,
  settingsIcon,
} from '../ui/icons/index.ts'
import { type Start, isAdmin, mayEdit } from './start.ts'
import type { TextKey } from './locale/index.ts'

/** A section: its page is loaded when it is opened. */
export interface Section {
  id: string
  /** The section shows this path and all below it; the server serves the console there (app/pages/console/routes.ts). */
  path: string
  title: TextKey
  icon: string
  /** True if the menu of the account offers it, instead of the navigation. */
  isPersonal?: true
  /** The roles of these people include it: the navigation offers it to them, others see why not. Everyone by default. */
  isFor?: (start: Start) => boolean
  /** True if its page says itself for whom it is. */
  explainsRoles?: true
  load: () => Promise<ComponentType>
}

/** In the order of the navigation. */
export const sections: readonly Section[] = [
  {
    id: 'home',
    path: '/',
    title: 'section.home',
    icon: homeIcon,
    load: async () => (await import('./overview/overview.tsx')).Overview,
  },
  {
    id: 'templates',
    path: '/templates',
    title: 'section.templates',
    icon: blocksIcon,
    load: async () => (await import('./templates/templates.tsx')).Templates,
  },
  {
    id: 'modules',
    path: '/modules',
    title: 'section.modules',
    icon: moduleIcon,
    load: async () => (await import('./templates/modules/modules.tsx')).Modules,
  },
  {
    id: 'assets',
    path: '/assets',
    title: 'section.assets',
    icon: libraryIcon,
    load: async () => (await import('./assets/assets.tsx')).Assets,
  },
  {
    id: 'exports',
    path: '/exports',
    title: 'section.exports',
    icon: downloadIcon,
    isFor: mayEdit,
    load: async () => (await import('./templates/exports/exports.tsx')).Exports,
  },
  {
    id: 'verification',
    path: '/verification',
    title: 'section.verification',
    icon: checksIcon,
    isFor: mayEdit,
    load: async () => (await import('./verification/verification.tsx')).Verification,
  },
  {
    id: 'domains',
    path: '/domains',
    title: 'section.domains',
    icon: globeIcon,
    isFor: mayEdit,
    load: async () => (await import('./domains/domains.tsx')).Domains,
  },
  {
    id: 'amp',
    path: '/amp',
    title: 'section.amp',
    icon: releaseIcon,
    isFor: mayEdit,
    load: async () => (await import('./amp/amp.tsx')).AmpSenders,
  },
  {
    id: 'developers',
    path: '/developers',
    title: 'section.developers',
    icon: codeIcon,
    isFor: isAdmin,
    load: async () => (await import('./developers/developers.tsx')).Developers,
  },
  {
    id: 'operations',
    path: '/operations',
    title: 'section.operations',
    icon: settingsIcon,
    isFor: ({ user }) => user.isOperator,
    explainsRoles: true,
    load: async () => (await import('./operations/operations.tsx')).Operations,
  },
  {
    id: 'members',
    path: '/members',
    title: 'shell.members',
    icon: accountIcon,
    isPersonal: true,
    load: async () => (await import('./members/members.tsx')).Members,
  },
  {
    id: 'account',
    path: '/account',
    title: 'shell.settings',
    icon: settingsIcon,
    isPersonal: true,
    load: async () => (await import('./account/account.tsx')).Account,
  },
]

/** Those that the navigation and the palette offer to the signed-in person. */
export function sectionsFor(start: Start): Section[] {
  return sections.filter(({ isFor }) => isFor?.(start) ?? true)
}

/** The section of a path; undefined for a path of another page. */
export function sectionOf(path: string): Section | undefined {
  return sections.find(
    (section) => path === section.path || (section.path !== '/' && path.startsWith(`${section.path}/`)),
  )
}
