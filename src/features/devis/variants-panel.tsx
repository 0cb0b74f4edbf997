import { Button } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isSuperseded } from '../../../schemas/rules/devis.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { variantName } from '../../domain/devis/variant-name.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { variantesText as text } from '../../text/variantes.ts'
import { formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './devis.module.css'

type Devis = LocalRecord<'devis'>

/** The variants of a quote with their prices and states; nothing while it is alone. */
export function VariantsPanel({
  devis,
  variants,
  all,
}: {
  devis: Devis
  variants: readonly Devis[]
  all: readonly Devis[]
}) {
  if (variants.length < 2) return null
  return (
    <Panel
      title={text.panel}
      count={variants.length}
      action={
        <Button
          component={Link}
          to={paths.quotePreview.href(devis.IDDEVIS)}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLayoutColumns size={16} />}
        >
          {text.compare}
        </Button>
      }
    >
      <p className={styles.quiet}>{text.intro}</p>
      <RowList label={text.panel}>
        {variants.map((one, at) => {
          const state = quoteState(one, isSuperseded(one, all))
          return (
            <RecordRow
              key={one.IDDEVIS}
              href={paths.resource.view('devis', one.IDDEVIS)}
              title={variantName(one, at)}
              detail={one.IDDEVIS === devis.IDDEVIS ? text.here : (one.NUMERO_DEVIS ?? '')}
              sync={one.sync.state}
              end={
                <>
                  <StateChip label={state.label} color={state.color} />
                  <span className={styles.variantPrice}>{formatMoney(one.PRIX_TTC)}</span>
                </>
              }
            />
          )
        })}
      </RowList>
    </Panel>
  )
}
