runConverter()
