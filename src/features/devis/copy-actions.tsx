import { Menu } from '@mantine/core'
import { IconCopy, IconLayoutColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { today } from '../../../schemas/dates.ts'
import { isPending } from '../../../schemas/rules/devis.ts'
import { isVariantSigned } from '../../../schemas/rules/variants.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { copyOf, duplicateOf } from '../../domain/devis/copy-devis.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { variantesText as text } from '../../text/variantes.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { VariantSheet } from './variant-sheet.tsx'

type Devis = LocalRecord<'devis'>

interface Copied {
  devis: Devis
  variants: readonly Devis[]
  /** Of the quote; undefined while it is read. */
  projet: LocalRecord<'projet'> | null | undefined
}

/** Makes copies of a quote, on this device at once: a draft of its own, or one more variant. */
export function useCopies({ devis, variants, projet = null }: Copied) {
  const commands = useCommands()
  const zone = useZone()
  const go = useGo()
  const duplicate = async (): Promise<void> => {
    try {
      const id = await commands.create('devis', duplicateOf(devis, { projet, day: today(zone) }))
      notices.success(text.duplicated)
      go(paths.resource.view('devis', id))
    } catch (error) {
      notices.failure(error)
    }
  }
  const addVariant = async ({ own, name }: { own: string | null; name: string }): Promise<void> => {
    const GROUPE_VARIANTES = devis.GROUPE_VARIANTES ?? devis.IDDEVIS
    const id = await commands.together(async (one) => {
      if (own !== null && own !== devis.VARIANTE)
        await one.update('devis', devis.IDDEVIS, { VARIANTE: own }, { base: devis })
      return one.create('devis', { ...copyOf(devis, today(zone)), GROUPE_VARIANTES, VARIANTE: name })
    })
    go(`${paths.resource.edit('devis', id)}?nouveau=1`)
  }
  return { duplicate, addVariant, taken: variants.flatMap(({ VARIANTE }) => (VARIANTE ? [VARIANTE] : [])) }
}

/** « Dupliquer » and « Nouvelle variante » of a quote's menu; nothing for whoever may not make quotes. */
export function useCopyMenu(copied: Copied) {
  const { devis, variants, projet } = copied
  const allowed = useMay()
  const { duplicate, addVariant, taken } = useCopies(copied)
  const [naming, setNaming] = useState(false)
  if (!allowed('create', 'devis')) return { menu: undefined, sheet: null }
  const isOpen = isPending(devis) && !isVariantSigned(devis, variants)
  return {
    menu: (
      <>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          disabled={projet === undefined}
          onClick={() => void duplicate()}
        >
          {text.duplicate}
        </Menu.Item>
        {isOpen ? (
          <Menu.Item leftSection={<IconLayoutColumns size={16} />} onClick={() => setNaming(true)}>
            {text.add}
          </Menu.Item>
        ) : null}
      </>
    ),
    sheet: naming ? (
      <VariantSheet devis={devis} taken={taken} onCreate={addVariant} onClose={() => setNaming(false)} />
    ) : null,
  }
}
