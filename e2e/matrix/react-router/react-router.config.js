/** Without a server, so that the build can be served as it is. */
export default {
  ssr: false,
  // What the next version does without being asked, and what this one warns of.
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
};
