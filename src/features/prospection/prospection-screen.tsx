import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Around, MapBrowser } from '../../domain/map/map-browser.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { mapText as text } from '../../text/map.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { leadValues } from './lead-values.ts'

/** A lead at the present point: client, address and project in one form, whose place is already filled in. */
function NewLead({ around }: { around: Around }) {
  const allowed = useMay()
  const go = useGo()
  const [opening, setOpening] = useState(false)
  if (!allowed('create', 'client') || !allowed('create', 'projet')) return null
  const open = async () => {
    setOpening(true)
    const { centre, place, places } = around
    // The form does not wait for the commune: without it, it opens with the point only.
    const commune = place ? null : await places?.ask('commune', { point: centre }).catch(() => null)
    go(paths.resource.create('client', leadValues({ centre, place, commune: commune ?? null })))
  }
  return (
    <div>
      <Button leftSection={<IconUserPlus size={18} />} loading={opening} onClick={() => void open()}>
        {text.newLead}
      </Button>
    </div>
  )
}

/** « Prospection » (MGR-15): the clients around a point to canvass, and the creation of a lead on the spot. */
export function ProspectionScreen() {
  return (
    <>
      <PageHeader title={text.prospecting} subtitle={text.prospectingIntro} />
      <MapBrowser alwaysAround>{(around) => (around ? <NewLead around={around} /> : null)}</MapBrowser>
    </>
  )
}
