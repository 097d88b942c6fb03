export { type OpenAssociationOptions, openAssociation } from './sockets/associations.js';
export type { OpenAssociation } from './sockets/open-association.js';
export {
  type AttachedReflector,
  attachReflector,
  createReflector,
  type Reflector,
  type ReflectorOptions,
  type ReflectorStats,
  type UpgradeServer,
} from './sockets/reflector.js';
