import { forbiddenFields, may, type Staff } from '../../../schemas/access.ts'
import { paths } from '../../ui/navigation/paths.ts'
import type { NextStep } from './next-step.ts'

/** A step that somebody does on another page: the others are done here, or by the telephone. */
export type LinkedStep = Exclude<NextStep, { kind: 'plan' | 'call' }>

/** The page on which this person does the step; null where it is the work of somebody else. */
export function stepLink(step: LinkedStep, idProjet: string, staff: Staff): string | null {
  switch (step.kind) {
    case 'assign': {
      const mayAssign =
        may(staff, 'update', 'projet') && forbiddenFields(staff, 'projet', ['IDRESPONSABLEPROJET']).length === 0
      return mayAssign ? paths.resource.edit('projet', idProjet) : null
    }
    case 'debrief':
      return may(staff, 'debrief', 'rdv') ? paths.debrief.href(step.idRdv) : null
    case 'upcoming':
      return paths.resource.view('rdv', step.idRdv)
    case 'quote':
      return may(staff, 'create', 'devis') ? paths.resource.create('devis', { IDPROJET: idProjet, tarifs: '1' }) : null
    case 'signQuote':
    case 'sendQuote':
    case 'followQuote':
      return paths.resource.view('devis', step.idDevis)
    case 'intervention':
      return may(staff, 'create', 'intervention') ? paths.resource.create('intervention', { IDPROJET: idProjet }) : null
    case 'reprise':
      return may(staff, 'create', 'intervention')
        ? paths.resource.create('intervention', { reprise: step.idIntervention })
        : null
    case 'works':
    case 'feedback':
      return paths.resource.view('intervention', step.idIntervention)
  }
}
