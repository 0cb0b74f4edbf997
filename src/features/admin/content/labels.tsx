import { defineEntity } from '../../../../schemas/entity.ts'
import { color, integer, key, required, words } from '../../../../schemas/fields.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { contentText } from '../../../text/admin/content.ts'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'

const label = defineEntity({
  name: 'label',
  title: 'Étiquette',
  plural: 'Étiquettes',
  path: '/admin/labels',
  table: 'label',
  key: 'id',
  fields: {
    id: key(),
    LIBELLE: words('Libellé', 120),
    COULEUR: required(color('Couleur')),
    ORDRE: required(integer('Ordre', { minimum: 0, maximum: 10_000 }), 0),
  },
  label: ({ LIBELLE }) => LIBELLE,
})

/** Coloured tags for a company's clients and projects. */
const labels = defineAdminResource({
  entity: label,
  name: 'labels',
  scope: 'company',
  row: answerOf(label),
  columns: [
    {
      name: 'LIBELLE',
      label: label.fields.LIBELLE.label,
      value: ({ LIBELLE, COULEUR }) => <StateChip label={LIBELLE} color={COULEUR} />,
    },
    { name: 'COULEUR', label: label.fields.COULEUR.label, value: ({ COULEUR }) => COULEUR },
    { name: 'ORDRE', label: label.fields.ORDRE.label, value: ({ ORDRE }) => ORDRE, end: true },
  ],
  by: { sortBy: 'ORDRE', sortDesc: false },
  words: contentText.labels,
})

export const LabelList = () => <ResourceList resource={labels} />
export const LabelForm = () => <ResourceForm resource={labels} />
