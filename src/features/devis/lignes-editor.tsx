import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOffered } from '../../data/records/use-offered.ts'
import { devisText } from '../../text/devis-form.ts'
import { ArticleAdder } from './article-adder.tsx'
import styles from './devis.module.css'
import { DevisTotals } from './devis-totals.tsx'
import { LigneFields } from './ligne-fields.tsx'
import { type DraftLigne, emptyLigne, moveLigne, ratesOf, totalsOf } from './lignes.ts'
import { replacedRates } from './price-changes.ts'
import { useRatelessArticles } from './use-rateless-articles.ts'

export interface LignesEditorProps {
  lines: readonly DraftLigne[]
  onChange: (lines: DraftLigne[]) => void
  /** The price list is over it at first. */
  startWithArticles?: boolean
  /** Saves the quote from the price list. */
  onSave?: (() => void) | undefined
}

/** The lines of a quote, one block each, in the order of the document; totals as they are typed. */
export function LignesEditor({ lines, onChange, startWithArticles = false, onSave }: LignesEditorProps) {
  const rates = ratesOf(useOffered('TVA') ?? [])
  const rateless = useRatelessArticles()
  const unsure = new Set(replacedRates(lines, rateless).map(({ id }) => id))
  const root = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  // The focus after React has drawn the change: the focused element may be gone.
  const [wanted, setWanted] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // On a phone one line is open, the others are a row each.
  const [open, setOpen] = useState<string | null>(null)
  const held = useRef<{ element: HTMLElement | null; line: string } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    if (wanted === '') add.current?.focus()
    else root.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(wanted)}"] input`)?.focus()
    setWanted(null)
  }, [wanted])

  useLayoutEffect(() => {
    if (!held.current) return
    const { element, line } = held.current
    held.current = null
    element?.focus()
    // The button of the first or last place is disabled once the line is there, so it cannot keep the focus.
    if (document.activeElement !== element) setWanted(line)
  })

  const append = (): void => {
    const line = emptyLigne(crypto.randomUUID(), rates, lines.at(-1))
    onChange([...lines, line])
    setOpen(line.id)
    setWanted(line.id)
  }
  const remove = (index: number): void => {
    const rest = lines.filter((_, i) => i !== index)
    onChange(rest)
    setSaid(devisText.removed(index + 1))
    setWanted(rest[Math.min(index, rest.length - 1)]?.id ?? '')
  }
  /** Only the place changes; a browser removes the focus from an element that is moved in the page. */
  const move = (index: number, by: -1 | 1): void => {
    const moved = moveLigne(lines, index, by)
    if (moved === lines) return
    held.current = { element: document.activeElement as HTMLElement | null, line: lines[index]?.id ?? '' }
    onChange([...moved])
    setSaid(devisText.moved(index + by + 1, lines.length))
  }

  return (
    <div ref={root}>
      {lines.length > 1 ? <p className={styles.moveHint}>{devisText.moveHint}</p> : null}
      {lines.map((line, index) => (
        <LigneFields
          key={line.id}
          line={line}
          number={index + 1}
          count={lines.length}
          rates={rates}
          unsure={unsure.has(line.id)}
          open={open === line.id}
          onOpen={(isOpen) => setOpen(isOpen ? line.id : null)}
          onChange={(changed) => onChange(lines.map((other) => (other.id === line.id ? changed : other)))}
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div className={styles.adders}>
        <ArticleAdder lines={lines} rates={rates} onChange={onChange} startOpen={startWithArticles} onSave={onSave} />
        <Button ref={add} variant="default" leftSection={<IconPlus size={16} />} onClick={append}>
          {devisText.addLine}
        </Button>
      </div>
      {lines.length > 0 ? <DevisTotals totals={totalsOf(lines)} /> : null}
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
