import { Text } from '@mantine/core'
import type { Period } from '../../../schemas/rules/periods.ts'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { ProjetsSheet } from '../../domain/projets/projets-sheet.tsx'
import { classementText as text } from '../../text/classement.ts'
import type { Stage } from './ranking-view.ts'
import { useVisits } from './use-visits.ts'

/** The projects behind one figure of the conversion; those that I may not see are only counted. */
export function VisitsSheet({
  row,
  stage,
  count,
  period,
  onClose,
}: {
  row: RankingRow
  stage: Stage
  /** What the office counted. */
  count: number
  period: Period
  onClose: () => void
}) {
  const projets = useVisits({ person: row.IDPERSONNEL, stage, period })
  const hidden = projets === undefined ? 0 : count - projets.length
  return (
    <ProjetsSheet
      title={text.conversionTitle[stage](row.NOM_COMPLET)}
      projets={projets}
      note={
        hidden > 0 ? (
          <Text size="sm" c="dimmed">
            {text.notOpenProjects(hidden)}
          </Text>
        ) : undefined
      }
      onClose={onClose}
    />
  )
}
