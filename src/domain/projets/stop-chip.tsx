import type { Stop } from '../../../schemas/rules/stopped.ts'
import { projetsText } from '../../text/projets.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

/** Beside an appointment or works that do not take place any more: why. */
export const StopChip = ({ stop }: { stop: Stop }) => <StateChip label={projetsText.stops[stop]} color="red" />
