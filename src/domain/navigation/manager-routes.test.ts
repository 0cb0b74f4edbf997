import { describe, expect, it } from 'vitest'
import { ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { drawerRoutes, isHandedOver, MANAGER_ROUTES, managerRoute, mayOpen, quickRoutes } from './manager-routes.ts'

const paths = (routes: { path: string }[]): string[] => routes.map((route) => route.path)

describe('the manager table', () => {
  it.each([
    [
      'commercial',
      [
        '',
        'agenda',
        'carte',
        'classement',
        'demandes',
        'contact',
        'client',
        'intervention-commercial',
        'devis',
        'encaissements',
        'comptes-rendus',
        'absences',
        'equipe',
      ],
    ],
    [
      'commercial_director',
      [
        '',
        'affectation',
        'agenda',
        'carte',
        'classement',
        'demandes',
        'suivi-client',
        'encaissements',
        'comptes-rendus',
        'suivi',
        'absences',
        'equipe',
        'donnees-personnelles',
        'parametres',
      ],
    ],
    ['metreur', ['', 'agenda', 'carte', 'client', 'intervention-metreur', 'comptes-rendus', 'absences', 'equipe']],
    ['technician', ['', 'agenda', 'intervention-technicien', 'comptes-rendus', 'absences', 'equipe']],
    [
      'assistant',
      [
        '',
        'affectation',
        'agenda',
        'carte',
        'demandes',
        'suivi-client',
        'devis',
        'encaissements',
        'comptes-rendus',
        'absences',
        'equipe',
      ],
    ],
  ] as const)('[TEN-06] the drawer of a %s lists exactly the entries of that role', (role, expected) => {
    expect(paths(drawerRoutes([role]))).toEqual(expected)
  })

  it('[DAY-01 busy] [GEO-05] whoever may make an appointment opens the map of the team', () => {
    for (const role of ROLE_NAMES)
      expect([role, mayOpen(managerRoute('carte'), [role])]).toEqual([role, role !== 'technician'])
  })

  it('[DAY-08 technician] everybody opens the agenda: it holds appointments and works', () => {
    for (const role of ROLE_NAMES) expect([role, mayOpen(managerRoute('agenda'), [role])]).toEqual([role, true])
  })

  it('[TEN-06] somebody with two roles sees the entries of both, in the order of the table', () => {
    expect(paths(drawerRoutes(['technician', 'assistant']))).toEqual([
      '',
      'affectation',
      'agenda',
      'carte',
      'demandes',
      'suivi-client',
      'intervention-technicien',
      'devis',
      'encaissements',
      'comptes-rendus',
      'absences',
      'equipe',
    ])
  })

  it('[TEN-06] an entry whose drawer flag is false is reachable and never listed', () => {
    const hidden = MANAGER_ROUTES.filter((route) => 'drawer' in route && route.drawer === false)
    expect(paths(hidden)).toEqual([
      'raf',
      'rapport',
      'prospection',
      'relance',
      'devis/:id/apercu',
      'intervention/:id/sign',
      'compte',
      'notifications',
      'synchronisation',
    ])
    const everyRole = ['commercial', 'commercial_director', 'metreur', 'technician', 'assistant'] as const
    for (const { path } of hidden) expect(paths(drawerRoutes(everyRole))).not.toContain(path)
    expect(mayOpen(managerRoute('raf'), ['technician'])).toBe(true)
  })

  it('[MGR-18] leaves the customer alone with what they sign, and with nothing else', () => {
    expect(isHandedOver('/manager/intervention/i1/sign')).toBe(true)
    expect(isHandedOver('/manager/devis/d1/apercu')).toBe(true)
    for (const path of ['/manager', '/manager/intervention/i1', '/manager/intervention/i1/edit', '/manager/devis']) {
      expect(isHandedOver(path)).toBe(false)
    }
  })

  it('gives the phone four destinations of the role, the dashboard first', () => {
    expect(paths(quickRoutes(['commercial']))).toEqual(['', 'agenda', 'client', 'raf'])
    expect(paths(quickRoutes(['commercial_director']))).toEqual(['', 'agenda', 'suivi', 'affectation'])
    expect(paths(quickRoutes(['assistant']))).toEqual(['', 'agenda', 'affectation', 'suivi-client'])
    expect(paths(quickRoutes(['technician']))).toEqual(['', 'agenda', 'intervention-technicien', 'raf'])
    for (const role of ['commercial', 'technician', 'assistant'] as const) expect(quickRoutes([role])).toHaveLength(4)
  })
})
