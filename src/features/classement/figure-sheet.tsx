import { Text } from '@mantine/core'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { Period } from '../../../schemas/rules/periods.ts'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { DevisRow, RowList } from '../../domain/records/record-rows.tsx'
import { classementText as text } from '../../text/classement.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import type { Side } from './ranking-view.ts'
import { useFigureQuotes } from './use-ranking.ts'

/** The quotes behind one figure; quotes of projects that I may not see are only counted. */
export function FigureSheet({
  row,
  side,
  period,
  onClose,
}: {
  row: RankingRow
  side: Side
  period: Period
  onClose: () => void
}) {
  const zone = useZone()
  const quotes = useFigureQuotes({ person: row.IDPERSONNEL, side }, { period, zone })
  const clients = useRecords(
    'client',
    quotes?.map(({ IDCLIENT }) => IDCLIENT),
    { stale: true },
  )
  const nameOf = (id: string): string | undefined => {
    const client = clients?.get(id)
    return client && clientEntity.label(client)
  }
  const title = side === 'signed' ? text.signedTitle(row.NOM_COMPLET) : text.refusedTitle(row.NOM_COMPLET)
  const hidden = quotes === undefined ? 0 : row[side].count - quotes.length
  return (
    <Sheet opened onClose={onClose} title={title} size="lg">
      {quotes && quotes.length > 0 ? (
        <RowList label={title}>
          {quotes.map((devis) => (
            <DevisRow key={devis.IDDEVIS} devis={devis} client={nameOf(devis.IDCLIENT)} />
          ))}
        </RowList>
      ) : null}
      {hidden > 0 ? (
        <Text size="sm" c="dimmed">
          {text.notOpen(hidden)}
        </Text>
      ) : null}
    </Sheet>
  )
}
