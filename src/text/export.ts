/** French words of the export of the whole company. */
export const exportText = {
  title: 'Exporter l’entreprise',
  hint: 'Une archive ZIP : une table CSV par sorte de fiche, les photos et documents, et un manifeste avec leurs empreintes. Mots de passe et clés n’y sont pas. Cinq fois par jour au plus.',
  ask: 'Exporter',
  confirm:
    'L’archive contient toutes les données de vos clients : rangez-la en lieu sûr. L’export est noté dans le journal.',
  offline: 'Il faut du réseau pour exporter.',
  started: 'Le téléchargement commence',
}
