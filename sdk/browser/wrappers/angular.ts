/** The editor as an Angular component: `<svc-editor [config]="config" (ready)="…" (save)="…" />`. */
import { ChangeDetectionStrategy, Component, ElementRef, EventEmitter, inject } from '@angular/core'
import { type PluginConfig, type Svc, type SvcEvents, createSvc } from '../index.ts'

export class SvcEditor {
  config!: Omit<PluginConfig, 'container'>
  readonly ready = new EventEmitter<Svc>()
  readonly save = new EventEmitter<SvcEvents['save']>()
  readonly change = new EventEmitter<SvcEvents['change']>()
  readonly published = new EventEmitter<SvcEvents['published']>()
  readonly unpublished = new EventEmitter<SvcEvents['unpublished']>()
  readonly failure = new EventEmitter<SvcEvents['error']>()
  readonly authExpired = new EventEmitter<SvcEvents['authExpired']>()
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef)
  #svc: Svc | undefined
  #opened = ''

  /** Another email, language or plugin reopens the editor; another theme does not. */
  ngOnChanges(): void {
    const { pluginId, apiRequestData, locale, theme } = this.config
    const wanted = JSON.stringify([pluginId, apiRequestData.emailId, locale])
    if (this.#svc !== undefined && wanted !== this.#opened) this.#open(wanted)
    else if (theme !== undefined && this.#svc?.isInitialized()) this.#svc.setTheme(theme).catch(() => undefined)
    this.#opened = wanted
  }

  ngAfterViewInit(): void {
    this.#open(this.#opened)
  }

  ngOnDestroy(): void {
    this.#close()
  }

  #open(wanted: string): void {
    this.#close()
    this.#opened = wanted
    const svc = createSvc()
    this.#svc = svc
    svc.on('ready', () => this.ready.emit(svc))
    svc.on('save', (saved) => this.save.emit(saved))
    svc.on('change', (change) => this.change.emit(change))
    svc.on('published', (published) => this.published.emit(published))
    svc.on('unpublished', (unpublished) => this.unpublished.emit(unpublished))
    svc.on('authExpired', (expired) => this.authExpired.emit(expired))
    svc.on('error', this.#notify)
    // Failures are emitted by the output `failure`.
    const container = this.#host.nativeElement.firstElementChild as HTMLElement
    const config = { ...this.config, container, getAuthToken: () => this.config.getAuthToken() }
    svc.init(config).catch(() => undefined)
  }

  #close(): void {
    this.#svc?.off('error', this.#notify)
    void this.#svc?.destroy()
    this.#svc = undefined
  }

  readonly #notify = (failure: SvcEvents['error']) => this.failure.emit(failure)
}

// A call instead of a decorator, whose syntax differs between compilers.
Component({
  selector: 'svc-editor',
  standalone: true,
  template: '<div style="width:100%;height:100%"></div>',
  inputs: ['config'],
  outputs: ['ready', 'save', 'change', 'published', 'unpublished', 'failure', 'authExpired'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})(SvcEditor)
