import { STOP_WORDS, type Stop } from '../../../schemas/rules/stopped.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

/** Beside an appointment or works that do not take place any more: why. */
export const StopChip = ({ stop }: { stop: Stop }) => <StateChip label={STOP_WORDS[stop]} color="red" />
