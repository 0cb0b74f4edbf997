import type { Device } from '../../support/chromium.ts'

/** What a person has done on a device: taps or clicks, and characters typed into fields, with the key that leads to the next field. */
export interface Effort {
  taps: number
  typed: number
}

/** Counts what a person does on a device from now on. A field that is filled counts as typed characters. */
export async function countEffort({ context, page }: Device): Promise<Effort> {
  const done: Effort = { taps: 0, typed: 0 }
  await context.exposeFunction('countTap', () => {
    done.taps += 1
  })
  await context.exposeFunction('countTyped', (characters: number) => {
    done.typed += characters
  })
  await context.addInitScript(listen)
  await page.evaluate(listen)
  return done
}

function listen(): void {
  const counters = window as unknown as { countTap(): void; countTyped(characters: number): void }
  const lengths = new WeakMap<EventTarget, number>()
  // Not clicks: a label passes its own on to its field.
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && counters.countTap(), { capture: true })
  addEventListener(
    'keydown',
    (event) => event.isTrusted && (event as KeyboardEvent).key === 'Tab' && counters.countTyped(1),
    { capture: true },
  )
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      if (['checkbox', 'radio', 'file'].includes(target.type)) return
      counters.countTyped(Math.max(0, target.value.length - (lengths.get(target) ?? 0)))
      lengths.set(target, target.value.length)
    },
    { capture: true },
  )
}
