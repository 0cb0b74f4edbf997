import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { color, email, json, key, longtext, phone, postcode, text, words } from '../fields.ts'
import { object, optional } from '../objects.ts'
import { OpenRanges } from '../rules/opening-hours.ts'

export const DEFAULT_COMPANY_COLOR = '#BD1734'

/** The company (tenant). Administrators write it; staff read its public part. Its key is also the local database's. */
export const entreprise = defineEntity({
  name: 'entreprise',
  title: 'Entreprise',
  plural: 'Entreprises',
  path: '/admin/company',
  table: 'company',
  key: 'id',
  fields: {
    id: key(),
    /** First label of the host name (TEN-01). */
    key: words('Sous-domaine', 40, { merge: 'latest' }),
    NOM: words('Nom', 120),
    COLOR: color('Couleur'),
    LOGO: text('Logo', 300, { merge: 'latest' }),
    BACKGROUND: text('Image de fond', 300, { merge: 'latest' }),
    FUSEAU: text('Fuseau horaire', 60, { merge: 'latest' }),
    AIDE_URL: text("Lien d'aide", 300, { merge: 'latest' }),
    /** When appointments are made, by weekday; null: the usual hours (schemas/rules/opening-hours.ts). */
    HORAIRES: json('Horaires d’ouverture', OpenRanges, { merge: 'latest' }),
    /** What the law requires on a company's documents; devices hold it, so that a quote can be made with no network. */
    SIRET: text('SIRET', 14, { merge: 'latest' }),
    ADRESSE: text('Adresse', 200),
    CODE_POSTAL: postcode('Code postal'),
    VILLE: text('Ville', 80),
    TELEPHONE: phone('Téléphone'),
    MAIL: email('Adresse électronique'),
    MENTIONS_LEGALES: longtext('Mentions légales'),
    MEDIATEUR: text('Médiateur de la consommation', 1000),
    ASSURANCE: text('Assurance professionnelle', 1000),
    WEBSERVICE_SERVER: json(
      'Serveur historique',
      object(
        {
          name: Type.String({ maxLength: 120 }),
          description: Type.String({ maxLength: 400 }),
          url: optional(Type.String({ maxLength: 300 })),
        },
        { additionalProperties: false },
      ),
      { merge: 'latest' },
    ),
  },
  label: (e) => e.NOM,
})
