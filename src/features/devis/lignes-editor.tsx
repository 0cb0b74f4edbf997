import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { formatMoney } from '../../components/format.ts'
import { devisText } from '../../text/resource.ts'
import styles from './devis.module.css'
import { DevisTotals } from './devis-totals.tsx'
import {
  type DraftLigne,
  emptyLigne,
  ligneIssues,
  RATES,
  rateLabel,
  totalOf,
  totalsOf,
  withDiscount,
} from './lignes.ts'

const CENTS = 100

export interface LignesEditorProps {
  lines: readonly DraftLigne[]
  onChange: (lines: DraftLigne[]) => void
  /** Shows what is missing; off until the user tried to save or left the line. */
  showIssues: boolean
}

/** The lines of a quote, one block each, totals as they are typed. */
export function LignesEditor({ lines, onChange, showIssues }: LignesEditorProps) {
  const change = (id: string, patch: Partial<DraftLigne>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...patch } : line)))
  return (
    <div>
      {lines.map((line, index) => {
        const issues = showIssues ? ligneIssues(line) : {}
        return (
          <fieldset key={line.id} className={styles.line} aria-label={devisText.line(index + 1)}>
            <TextInput
              size="md"
              className={styles.lineLabel ?? ''}
              label={devisText.label}
              withAsterisk
              value={line.LIBELLE}
              error={issues.LIBELLE}
              onChange={(event) => change(line.id, { LIBELLE: event.currentTarget.value })}
            />
            <NumberInput
              size="md"
              label={devisText.quantity}
              decimalSeparator=","
              hideControls
              min={0}
              value={line.QUANTITE}
              error={issues.QUANTITE}
              onChange={(value) => change(line.id, { QUANTITE: typeof value === 'number' ? value : '' })}
            />
            <TextInput
              size="md"
              label={devisText.unit}
              maxLength={20}
              value={line.UNITE}
              onChange={(event) => change(line.id, { UNITE: event.currentTarget.value })}
            />
            <NumberInput
              size="md"
              label={devisText.price}
              withAsterisk
              decimalSeparator=","
              thousandSeparator=" "
              decimalScale={2}
              suffix=" €"
              hideControls
              min={0}
              value={line.PRIX_UNITAIRE_HT === '' ? '' : line.PRIX_UNITAIRE_HT / CENTS}
              error={issues.PRIX_UNITAIRE_HT}
              onChange={(value) =>
                change(line.id, { PRIX_UNITAIRE_HT: typeof value === 'number' ? Math.round(value * CENTS) : '' })
              }
            />
            <Select
              size="md"
              label={devisText.rate}
              allowDeselect={false}
              data={RATES.map((rate) => ({ value: String(rate), label: rateLabel(rate) }))}
              value={String(line.TAUX_TVA)}
              onChange={(value) => change(line.id, { TAUX_TVA: RATES.find((rate) => String(rate) === value) ?? 2000 })}
            />
            <NumberInput
              size="md"
              label={devisText.discount}
              decimalSeparator=","
              hideControls
              min={0}
              max={100}
              value={line.REMISE ?? ''}
              onChange={(value) =>
                onChange(lines.map((other) => (other.id === line.id ? withDiscount(other, value) : other)))
              }
            />
            <div className={styles.lineEnd}>
              <span className={styles.lineTotal}>{formatMoney(totalOf(line))}</span>
              <ActionIcon
                variant="subtle"
                color="ardoise"
                size={42}
                aria-label={devisText.removeLine(index + 1)}
                onClick={() => onChange(lines.filter((other) => other.id !== line.id))}
              >
                <IconTrash size={18} stroke={1.7} />
              </ActionIcon>
            </div>
          </fieldset>
        )
      })}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...lines, emptyLigne(crypto.randomUUID())])}
      >
        {devisText.addLine}
      </Button>
      {lines.length > 0 ? <DevisTotals totals={totalsOf(lines)} /> : null}
    </div>
  )
}
