import type { AgencyPlan } from './references.ts'
import type { StaffPlan } from './staff.ts'

export const DEMO_PASSWORD = 'demonstration'

export interface CompanyPlan {
  /** Host label. */
  key: string
  name: string
  color: string
  agencies: readonly AgencyPlan[]
  staff: readonly StaffPlan[]
  /** First mobile number of its staff, without the leading zero. */
  staffMobile: number
}

/** The demo company: two agencies, one account for each role, and colleagues without a password, so that lists are not empty. */
export const HABITAT_DEMO: CompanyPlan = {
  key: 'demo',
  name: 'Habitat Démo',
  color: '#BD1734',
  staffMobile: 639_980_100,
  agencies: [
    {
      name: 'Agence de Nantes',
      region: 'nantes',
      street: '12 boulevard de la Liberté',
      postcode: '44100',
      town: 'Nantes',
      phone: '0261910001',
    },
    {
      name: 'Agence de Lyon',
      region: 'lyon',
      street: '48 avenue de la République',
      postcode: '69003',
      town: 'Lyon',
      phone: '0465710001',
    },
  ],
  staff: [
    {
      first: 'Hélène',
      last: 'Caradec',
      mail: 'directeur@example.com',
      roles: ['commercial_director', 'commercial'],
      agency: 0,
      everyAgency: true,
      account: true,
    },
    {
      first: 'Julien',
      last: 'Moreau',
      mail: 'commercial@example.com',
      roles: ['commercial'],
      agency: 0,
      account: true,
    },
    {
      first: 'Inès',
      last: 'Bernard',
      mail: 'commercial2@example.com',
      roles: ['commercial'],
      agency: 1,
      account: true,
    },
    { first: 'Thomas', last: 'Le Goff', mail: 'metreur@example.com', roles: ['metreur'], agency: 0, account: true },
    { first: 'Karim', last: 'Benali', mail: 'technicien@example.com', roles: ['technician'], agency: 0, account: true },
    {
      first: 'Sophie',
      last: 'Lambert',
      mail: 'assistante@example.com',
      roles: ['assistant'],
      agency: 0,
      account: true,
    },
    { first: 'Marc', last: 'Fontaine', mail: 'marc.fontaine@example.com', roles: ['metreur'], agency: 1 },
    { first: 'Élodie', last: 'Perrin', mail: 'elodie.perrin@example.com', roles: ['technician'], agency: 1 },
    {
      first: 'Lucas',
      last: 'Petit',
      mail: 'lucas.petit@example.com',
      roles: ['commercial'],
      agency: 0,
      outOfRanking: true,
    },
  ],
}

/** A second company on the same server: nothing of it may be seen from the first. */
export const AUTRE_MAISON: CompanyPlan = {
  key: 'autre',
  name: 'Autre Maison',
  color: '#1B5E20',
  staffMobile: 639_989_000,
  agencies: [
    {
      name: 'Agence de Villeurbanne',
      region: 'lyon',
      street: '3 place de la Poste',
      postcode: '69100',
      town: 'Villeurbanne',
      phone: '0465719001',
    },
  ],
  staff: [
    {
      first: 'Paul',
      last: 'Girard',
      mail: 'directeur@autre.example.com',
      roles: ['commercial_director', 'commercial'],
      agency: 0,
      everyAgency: true,
      account: true,
    },
    {
      first: 'Nadia',
      last: 'Roux',
      mail: 'commercial@autre.example.com',
      roles: ['commercial'],
      agency: 0,
      account: true,
    },
  ],
}

/** Customers of the demo company who may enter their space: 06 39 98 00 01 to 06 39 98 00 09. */
export const KNOWN_CUSTOMERS = Array.from({ length: 9 }, (_, i) => `063998000${i + 1}`)
