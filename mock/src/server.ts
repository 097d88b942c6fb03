export { type OpenAssociationOptions, openAssociation } from './associations.js';
export type { OpenAssociation } from './open-association.js';
export {
  type AttachedReflector,
  attachReflector,
  createReflector,
  type Reflector,
  type ReflectorOptions,
  type ReflectorStats,
  type UpgradeServer,
} from './reflector.js';
