import { Button, Pagination } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FATES, type Fate, type ImportDetail, type ImportRow } from '../../../schemas/imports.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { importsText as text } from '../../text/imports.ts'
import { formatCount } from '../../ui/format/format.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { LINES_A_PAGE, readLines } from './import-calls.ts'
import styles from './imports.module.css'

const COLORS: Record<Fate, string> = {
  cree: 'green',
  rattache: 'blue',
  doublon: 'gray',
  erreur: 'red',
  retire: 'gray',
  garde: 'orange',
}

/** The fate of each line, by pages, of all or of one fate. */
export function LinesPanel({ detail, online }: { detail: ImportDetail; online: boolean }) {
  const [fate, setFate] = useState<Fate | null>(null)
  const [page, setPage] = useState(1)
  const reading = useReading(online, (signal) => readLines(detail.id, { fate, page }, signal))
  const { again, known } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, fate or step asks again
  useEffect(again, [fate, page, detail.etat])
  const show = (chosen: Fate | null): void => {
    setFate(chosen)
    setPage(1)
  }
  const fates = FATES.filter((one) => (detail.sorts[one] ?? 0) > 0)
  return (
    <Panel title={text.result[detail.etat] ?? text.past} count={detail.lignes}>
      <div className={styles.fates}>
        <FateButton label={text.all} chosen={fate === null} onChoose={() => show(null)} />
        {fates.map((one) => (
          <FateButton
            key={one}
            label={`${text.fates[one]} : ${formatCount(detail.sorts[one] ?? 0)}`}
            hint={text.fateHints[one]}
            chosen={fate === one}
            onChoose={() => show(one)}
          />
        ))}
      </div>
      <ReadingTrouble reading={reading} words={text} />
      {known === null ? null : known.data.length === 0 ? (
        <PanelEmpty text={text.noLines} />
      ) : (
        <>
          <ul className={styles.lines} aria-label={text.all}>
            {known.data.map((row) => (
              <LineRow key={row.ligne} row={row} />
            ))}
          </ul>
          {known.total > LINES_A_PAGE ? (
            <Pagination
              mt="md"
              aria-label={text.page}
              total={Math.ceil(known.total / LINES_A_PAGE)}
              value={page}
              onChange={setPage}
              siblings={0}
            />
          ) : null}
        </>
      )}
    </Panel>
  )
}

interface FateButtonProps {
  label: string
  hint?: string
  chosen: boolean
  onChoose: () => void
}

const FateButton = ({ label, hint, chosen, onChoose }: FateButtonProps) => (
  <Button
    size="compact-md"
    variant={chosen ? 'filled' : 'default'}
    aria-pressed={chosen}
    title={hint}
    onClick={onChoose}
  >
    {label}
  </Button>
)

function LineRow({ row }: { row: ImportRow }) {
  const words = row.cellules.filter((cell) => cell !== '').join(' · ')
  return (
    <li className={styles.line}>
      <div className={styles.lineHead}>
        <span className={styles.detail}>{text.line(row.ligne)}</span>
        {row.sort === null ? null : <StateChip label={text.fates[row.sort]} color={COLORS[row.sort]} size="sm" />}
      </div>
      <div>{words}</div>
      {row.erreurs.map(({ champ, colonne, message }) => (
        <div className={styles.problem} key={`${champ}${message}`}>
          {colonne ? `${colonne} : ${message}` : message}
        </div>
      ))}
      {row.doublon ? <div className={styles.detail}>{text.sameAs(row.doublon.nom, row.doublon.ligne)}</div> : null}
      {row.corrections.map((words) => (
        <div className={styles.detail} key={words}>
          {words}
        </div>
      ))}
      {row.garde.map(({ id, nom, why }) => (
        <div className={styles.detail} key={id}>
          {text.kept(nom, why)}
        </div>
      ))}
      {clientOf(row) ? (
        <RowLink href={paths.resource.view('client', clientOf(row) as string)}>{text.openClient}</RowLink>
      ) : null}
    </li>
  )
}

const clientOf = ({ IDCLIENT, doublon }: ImportRow): string | null => IDCLIENT ?? doublon?.IDCLIENT ?? null
