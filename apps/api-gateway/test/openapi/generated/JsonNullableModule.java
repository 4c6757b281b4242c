package org.openapitools.jackson.nullable;

import com.fasterxml.jackson.databind.module.SimpleModule;

/**
 * Every generated client registers the module of this name, which no registry has that this runs with. It is for fields that may be
 * null, and the document has none, so there is nothing to register.
 */
public class JsonNullableModule extends SimpleModule {}
