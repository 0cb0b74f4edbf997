import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { HandoverCollision, HandoverCounts, HandoverPreview } from '../../../schemas/handover.ts'
import { useNow } from '../../data/session/use-now.ts'
import { passationText as text } from '../../text/passation.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { formatCount, formatTimeRange } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './passation.module.css'

const KINDS = Object.keys(text.counts) as (keyof HandoverCounts)[]

interface HandoverPreviewTableProps {
  preview: HandoverPreview
  nameOf: (id: string) => string
}

/** Exact numbers by kind and by colleague, then the appointments that collide. */
export function HandoverPreviewTable({ preview: { TOTAL, PARTS, COLLISIONS }, nameOf }: HandoverPreviewTableProps) {
  if (KINDS.every((kind) => TOTAL[kind] === 0)) return <p className={styles.hint}>{text.nothing}</p>
  const row = (label: string, counts: HandoverCounts) => (
    <>
      <Table.Th scope="row">{label}</Table.Th>
      {KINDS.map((kind) => (
        <Table.Td key={kind} data-label={text.counts[kind]}>
          {formatCount(counts[kind])}
        </Table.Td>
      ))}
    </>
  )
  return (
    <>
      <Table className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{text.person}</Table.Th>
            {KINDS.map((kind) => (
              <Table.Th key={kind} scope="col">
                {text.counts[kind]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {PARTS.map((part) => (
            <Table.Tr key={part.IDPERSONNEL}>{row(nameOf(part.IDPERSONNEL), part)}</Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>{row(text.total, TOTAL)}</Table.Tr>
        </Table.Tfoot>
      </Table>
      {COLLISIONS.length === 0 ? null : (
        <div className={styles.collisions} role="status">
          <strong>{text.collisions(COLLISIONS.length)}</strong>
          <p className={styles.hint}>{text.collisionsHint}</p>
          <ul>
            {COLLISIONS.map((one) => (
              <li key={`${one.RESSOURCE}/${one.ID}/${one.DEBUT}`}>
                <Collision collision={one} name={nameOf(one.IDPERSONNEL)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Collision({ collision, name }: { collision: HandoverCollision; name: string }) {
  const { RESSOURCE, ID, OBJET, DEBUT, FIN, PRIS_DEBUT, PRIS_FIN } = collision
  const now = useNow()
  const when = `${shortDayOf(DEBUT, now)} ${formatTimeRange(DEBUT, FIN)}`
  return (
    <>
      <Link to={paths.resource.view(RESSOURCE, ID)}>{OBJET || text.unnamed[RESSOURCE]}</Link>
      {' · '}
      {text.collision(when, name, formatTimeRange(PRIS_DEBUT, PRIS_FIN))}
    </>
  )
}
