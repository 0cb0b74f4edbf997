const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Common first names, of all generations that own a house. */
export const MEN = words(`
  Jean Pierre Michel Philippe Alain Nicolas Christophe Patrick Daniel Frédéric Laurent Stéphane Éric Julien Sébastien David Thomas
  Bernard Christian Gérard Guillaume Alexandre Olivier Vincent Maxime Antoine Jérôme Kévin Romain Clément Mathieu Benoît Rémi Rachid
  François Jacques Yves Claude Dominique Pascal Bruno Thierry Didier Gilles Fabrice Ludovic Mickaël Cédric Loïc Yann Ronan Gaël Erwan
  Mohamed Karim Mehdi Samir Youssef Amadou Adrien Florian Hugo Lucas Théo Quentin Baptiste Simon Raphaël Damien Joël Hervé Régis Noël`)

export const WOMEN = words(`
  Marie Nathalie Isabelle Sylvie Catherine Martine Christine Françoise Valérie Sandrine Stéphanie Véronique Sophie Céline Chantal
  Patricia Anne Brigitte Julie Monique Aurélie Laurence Émilie Nicole Annie Virginie Corinne Élodie Laëtitia Hélène Mélanie Camille
  Claire Delphine Audrey Caroline Florence Karine Béatrice Agnès Cécile Danièle Élisabeth Geneviève Jacqueline Joëlle Josiane Léa Manon
  Chloé Inès Fatima Nadia Samira Leïla Aïcha Maëlle Gwenaëlle Solène Anaïs Noémie Mélissa Pauline Mathilde Lucie Zoé Adèle Éléonore Édith`)

export const SURNAMES = words(`
  Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David Bertrand Morel Fournier
  Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Lefèvre Faure André Mercier Blanc Guérin Boyer Garnier Chevalier François
  Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie
  Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche
  Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre
  Benoît Rey Leclerc Payet Rolland Leclercq Guillaume Lecomte López Jean Dupuy Guillot Hubert Berger Carpentier Sánchez Dupuis Moulin
  Louis Deschamps Huet Vasseur Perez Boucher Fleury Royer Klein Jacquet Adam Paris Poirier Marty Aubry Guyot Carré Charles Renault
  Charpentier Ménard Maillard Baron Bertin Bailly Hervé Schneider Fernandez Collet Léger Bouvier Julien Prévost Millet Perrot Daniel
  Cousin Germain Breton Besson Langlois Rémy Pelletier Lévêque Perrier Leblanc Barré Lebrun Marchal Weber Mallet Hamon Boulanger
  Jacob Monnier Michaud Rodriguez Guichard Gillet Étienne Grondin Poulain Tessier Chevallier Collin Chauvin Bouchet Gay Lemaître
  Bénard Maréchal Humbert Reynaud Antoine Hoarau Perret Barthélemy Cordier Pichon Lejeune Gilbert Lamy Delaunay Pasquier Carlier Le-Goff
  Le-Gall Guillou Kerbrat Traoré Diallo Benali Haddad Nguyen Da-Silva Ferreira`).map((name) => name.replace('-', ' '))

/** Customers that are not private individuals. */
export const FIRMS = [
  'SCI Les Tilleuls',
  'SCI du Vieux Puits',
  'SARL Boulangerie Aubry',
  'Copropriété Les Hêtres',
  'Copropriété Le Belvédère',
  'Mairie annexe des Acacias',
  'Cabinet dentaire Lacroix',
  'SCI Terrasses de Loire',
  'Gîtes de la Dombes',
  'Garage Ménard et Fils',
] as const

export const STREETS = [
  'rue des Tilleuls',
  'rue de la Mairie',
  'rue des Écoles',
  'rue du Moulin',
  'rue de la Fontaine',
  'rue des Acacias',
  'rue Victor Hugo',
  'rue Jean Jaurès',
  'rue Pasteur',
  "rue de l'Église",
  'avenue de la Gare',
  'avenue du Général de Gaulle',
  'avenue de la République',
  'boulevard de la Liberté',
  'boulevard Voltaire',
  'place du Marché',
  'place de la Poste',
  'chemin des Vignes',
  'chemin du Lavoir',
  'chemin de la Croix',
  'chemin des Prés',
  'impasse des Lilas',
  'impasse du Verger',
  'allée des Chênes',
  'allée des Rosiers',
  'allée des Peupliers',
  'allée des Hirondelles',
  'rue du Stade',
  'rue du Château',
  'rue du Puits',
  'rue des Jardins',
  'rue des Cerisiers',
  'rue des Mésanges',
  'rue des Bleuets',
  'rue Émile Zola',
  'rue Marie Curie',
  'rue Jules Ferry',
  'rue Gambetta',
  'rue Molière',
  'rue Lamartine',
  'rue du 8 Mai 1945',
  'rue du 11 Novembre',
  'rue de Verdun',
  'rue de Bretagne',
  'route de Nantes',
  'route de Lyon',
  'route de la Forêt',
  'rue des Marronniers',
  'rue des Vergers',
  'rue de la Paix',
  'rue de la Chapelle',
  'rue du Calvaire',
  'rue du Port',
  'quai des Mariniers',
  'square des Érables',
  'clos des Noisetiers',
  'résidence du Parc',
  'hameau des Bruyères',
  'lotissement des Coteaux',
  'rue George Sand',
  'rue Simone Veil',
  'rue Albert Camus',
  'rue Louis Aragon',
] as const
