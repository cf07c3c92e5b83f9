/** The editor as an Angular component: `<svc-editor [config]="config" (ready)="…" (save)="…" />`. */
import { ChangeDetectionStrategy, Component, ElementRef, EventEmitter, inject } from '@angular/core'
import type { PluginConfig, Svc, SvcEvents } from '../index.ts'
import { type Mounted, mountEditor } from './mount.ts'

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
  #mounted: Mounted | undefined

  /** The editor follows the configuration; another email, plugin or service reopens it. */
  ngOnChanges(): void {
    this.#mounted?.follow()
  }

  ngAfterViewInit(): void {
    const outputs: Partial<Record<keyof SvcEvents, { emit(value: unknown): void }>> = {
      save: this.save,
      change: this.change,
      published: this.published,
      unpublished: this.unpublished,
      error: this.failure,
      authExpired: this.authExpired,
    }
    this.#mounted = mountEditor({
      container: this.#host.nativeElement.firstElementChild as HTMLElement,
      config: () => this.config,
      emit: (event, payload, svc) => {
        if (event === 'ready') this.ready.emit(svc)
        else outputs[event]?.emit(payload)
      },
    })
  }

  ngOnDestroy(): void {
    this.#mounted?.close()
  }
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
